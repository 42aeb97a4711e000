import { clsx } from 'clsx';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, messageOf } from '../../device/http.ts';
import { type Failure, unansweredReason } from '../../forms/failure.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { useSignup } from './signup-store.ts';
import { isDone, progressOf, STEPS, type Step } from './state.ts';

type Props = { step: Step; title: string; subtitle?: ReactNode; wide?: boolean; children: ReactNode };

export const StepScreen = ({ step, title, subtitle, wide = false, children }: Props) => (
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

const shade = (each: Step, step: Step, isDoneAlready: boolean): string => {
  if (STEPS.indexOf(each) <= STEPS.indexOf(step)) return 'bg-pine';
  return isDoneAlready ? 'bg-pine/40' : 'bg-grey-soft';
};

type BackButtonProps = { disabled?: boolean; onClick: () => void; children?: string };

export const BackButton = ({ disabled = false, onClick, children = 'Back' }: BackButtonProps) => (
  <Button
    variant="ghost"
    icon={ArrowLeft}
    className="-ml-3.25 max-md:-ml-4 justify-self-start"
    disabled={disabled}
    onClick={onClick}
  >
    {children}
  </Button>
);

/** The server's message with one line per field error; else `fallback`, with the reason when there was no answer. */
export const failureOf = (error: unknown, fallback: string): Failure => {
  if (!(error instanceof ApiError)) return { message: error instanceof Error ? error.message : fallback };
  if (error.status === 0) return { message: fallback, reason: unansweredReason() };
  const details = error.errors.map(({ msg }) => msg).join('\n');
  return { message: details || messageOf(error, fallback) };
};

export const StepFailure = ({ failure }: { failure: Failure | undefined }) =>
  failure && (
    <Alert tone="error">
      {failure.message.split('\n').map((text) => (
        <p key={text} className={failure.reason && 'font-semibold'}>
          {text}
        </p>
      ))}
      {failure.reason && <p>{failure.reason}</p>}
    </Alert>
  );
