import { clsx } from 'clsx';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'wouter';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
type Common = { variant?: ButtonVariant; size?: 'normal' | 'small' | 'large'; icon?: LucideIcon; children?: ReactNode };

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-pine text-pine-ink hover:bg-pine-hover',
  secondary: 'border-line-strong bg-card text-ink hover:bg-sunk',
  ghost: 'border-transparent bg-transparent text-ink-2 hover:bg-sunk hover:text-ink',
  danger: 'border-transparent bg-red-solid text-red-ink hover:brightness-110',
};
const SIZES = {
  small: 'h-7 px-2.5 text-sm touch:h-11 touch:px-3.5',
  normal: 'h-8.5 px-3.25 touch:h-11 touch:px-4',
  large: 'h-11 px-5 text-lg',
};
const classes = ({ variant = 'secondary', size = 'normal' }: Common, extra?: string) =>
  clsx(
    'inline-flex shrink-0 items-center justify-center gap-1.75 whitespace-nowrap rounded-md border font-semibold no-underline transition-colors print:hidden',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
    extra,
  );

/** `busy` shows a spinner and disables the button; put the progress into the label ("Saving…"). */
export const Button = ({
  variant,
  size,
  icon: Icon,
  busy = false,
  className,
  children,
  type = 'button',
  disabled,
  ...rest
}: Common & { busy?: boolean } & ComponentProps<'button'>) => (
  <button
    {...rest}
    type={type}
    disabled={disabled || busy}
    aria-busy={busy || undefined}
    className={classes({ variant, size }, className)}
  >
    {busy ? (
      <LoaderCircle aria-hidden className="size-4 animate-turn" />
    ) : (
      Icon && <Icon aria-hidden className="size-4" strokeWidth={2.1} />
    )}
    {children}
  </button>
);

type Props = Common & { href: string } & Omit<ComponentProps<'a'>, 'href'>;

export const LinkButton = ({ variant, size, icon: Icon, className, children, href, ...rest }: Props) => (
  <Link {...rest} href={href} className={classes({ variant, size }, className)}>
    {Icon && <Icon aria-hidden className="size-4" strokeWidth={2.1} />}
    {children}
  </Link>
);

type IconButtonProps = { icon: LucideIcon; label: string } & Omit<ComponentProps<'button'>, 'children'>;

/** An icon alone; `label` is its accessible name and its tooltip. */
export const IconButton = ({ icon: Icon, label, className, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    type={type}
    title={label}
    className={clsx(
      'inline-grid size-8 shrink-0 place-items-center rounded-md text-ink-2 transition-colors hover:bg-sunk hover:text-ink touch:size-11 print:hidden',
      'aria-disabled:opacity-40 aria-pressed:bg-pine-soft aria-pressed:text-pine-text disabled:opacity-40',
      className,
    )}
  >
    <Icon aria-hidden className="size-4" strokeWidth={2.1} />
    <span className="sr-only">{label}</span>
  </button>
);
