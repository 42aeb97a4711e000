import * as agenda from './mutators/agenda.ts';
import * as meetings from './mutators/meetings.ts';
import * as roll from './mutators/roll.ts';
import * as rules from './mutators/rules.ts';

export const mutators = { ...rules.mutators, ...meetings.mutators, ...roll.mutators, ...agenda.mutators };
