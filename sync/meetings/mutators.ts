import * as actionItems from './mutators/action-items.ts';
import * as agenda from './mutators/agenda.ts';
import * as decisions from './mutators/decisions.ts';
import * as meetings from './mutators/meetings.ts';
import * as minutes from './mutators/minutes.ts';
import * as notices from './mutators/notice.ts';
import * as proxies from './mutators/proxies.ts';
import * as recording from './mutators/recording.ts';
import * as roll from './mutators/roll.ts';
import * as rules from './mutators/rules.ts';

export const mutators = {
  ...rules.mutators,
  ...meetings.mutators,
  ...roll.mutators,
  ...agenda.mutators,
  ...recording.mutators,
  ...minutes.mutators,
  ...decisions.mutators,
  ...actionItems.mutators,
  ...notices.mutators,
  ...proxies.mutators,
};
