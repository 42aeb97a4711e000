import type { OnlineMethod } from '../../../schema/paying.ts';
import { Radio } from '../../ui/choice.tsx';
import { costOf, METHOD_NAMES, type QuotedMethod, speedOf } from './paying.ts';

type Props = {
  /** Distinguishes the groups of a screen. */
  name: string;
  methods: readonly QuotedMethod[];
  isQuoted: boolean;
  method: OnlineMethod;
  onChoose: (method: OnlineMethod) => void;
};

export const PayMethods = ({ name, methods, isQuoted, method, onChoose }: Props) => (
  <fieldset className="grid gap-1">
    <legend className="sr-only">Pay by</legend>
    {methods.map((one) => (
      <Radio
        key={one.method}
        name={name}
        checked={one.method === method}
        onChange={() => onChoose(one.method)}
        label={METHOD_NAMES[one.method]}
        hint={<span className="num">{isQuoted ? `${costOf(one)}, ${speedOf(one)}` : `It ${speedOf(one)}`}</span>}
      />
    ))}
  </fieldset>
);
