export { useListKeys } from '../record/list-keys.ts';
