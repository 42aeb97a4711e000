import * as holders from './holders.ts';
import * as openingBalances from './opening-balances.ts';
import * as sale from './sale.ts';

export const mutators = { ...holders.mutators, ...sale.mutators, ...openingBalances.mutators };
