import { useMemo } from 'react';
import type { PolicyKind } from '../../../schema/policies.ts';
import type { Policy } from '../../../schema/tables/ledger.ts';
import { policyOn } from '../../../sync/policies/rules.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';

/** The rows of a kind: the one in force, those to come (the soonest first), and those of before (the newest first). */
export type Rule = { current: Policy | undefined; coming: readonly Policy[]; past: readonly Policy[] };

export const useRule = (kind: PolicyKind): Rule => {
  const all = useRows('policy').all;
  const today = useHoaToday();
  return useMemo(() => ruleOf(all, kind, today), [all, kind, today]);
};

const ruleOf = (all: readonly Policy[], kind: PolicyKind, today: string): Rule => {
  const ofKind = all.filter((policy) => policy.kind === kind).sort((a, b) => (place(a) < place(b) ? -1 : 1));
  const current = policyOn(ofKind, kind, today);
  return {
    current,
    coming: ofKind.filter(({ starts_on }) => starts_on > today),
    past: ofKind.filter((policy) => policy.starts_on <= today && policy !== current).toReversed(),
  };
};

const place = ({ starts_on, made_at, id }: Policy) => `${starts_on} ${made_at} ${id}`;
