import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { PageHeader } from '../ui/page.tsx';
import { isDone, progressOf, STEPS, type Step } from './state.ts';
import { useSignup } from './store.ts';

/** One screen of the signup: how far it is, its heading, and what stands under them. */
export const StepScreen = ({
  step,
  title,
  subtitle,
  wide = false,
  children,
}: {
  step: Step;
  title: string;
  subtitle?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) => (
  <div className={clsx('mx-auto grid w-full grid-cols-[minmax(0,1fr)] gap-5', wide ? 'max-w-4xl' : 'max-w-md')}>
    <Progress step={step} />
    <PageHeader title={title} subtitle={subtitle} />
    {children}
  </div>
);

const Progress = ({ step }: { step: Step }) => {
  const done = isDone(useSignup());
  const { label, percent } = progressOf(step);
  return (
    <div className="grid gap-2">
      <p className="flex items-baseline justify-between gap-3 text-sm">
        <span className="font-medium text-ink-2">{label}</span>
        <span className="num text-ink-3">{percent}%</span>
      </p>
      <div
        role="progressbar"
        aria-label="Signup progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${label}, ${percent}%`}
        className="grid grid-cols-5 gap-1.5"
      >
        {STEPS.map((each) => (
          <i key={each} className={clsx('h-1.5 rounded-full transition-colors', shade(each, step, done[each]))} />
        ))}
      </div>
    </div>
  );
};

/** Full up to where we are; a later step that is already done shows through. */
const shade = (each: Step, step: Step, isDoneAlready: boolean): string => {
  if (STEPS.indexOf(each) <= STEPS.indexOf(step)) return 'bg-pine';
  return isDoneAlready ? 'bg-pine/40' : 'bg-grey-soft';
};
