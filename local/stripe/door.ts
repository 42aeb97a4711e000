import type { EmulatorContext } from 'emulate';
