import type { Hoa } from '../../../schema/tables/hoas.ts';
import { useBranding } from '../../device/branding.ts';
import { useCan } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { PlanNote, useHasFeature } from '../../screens/plan-note.tsx';
import { useWaiting, WaitingMark } from '../../screens/waiting.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/card.tsx';
import { BrandingForm } from './branding-form.tsx';
import { Preview } from './branding-preview.tsx';
import { Section } from './section.tsx';

export const BrandingCard = ({ hoa }: { hoa: Hoa }) => (
  <Section
    section="branding"
    title="Branding"
    shown={<Shown hoa={hoa} />}
    form={(onDone) => <BrandingForm hoa={hoa} onDone={onDone} />}
    isIncluded={useHasFeature('custom_branding')}
  />
);

const Shown = ({ hoa }: { hoa: Hoa }) => {
  const logo = useBranding()?.logo;
  const { accent, logo_key } = hoa;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <PlanNote feature="custom_branding">
        {(accent || logo_key) && <p>The logo and color you’ve set keep showing.</p>}
      </PlanNote>
      <Facts
        entries={[
          ['Logo', logo_key ? <ShownLogo key="logo" logo={logo} /> : <NotSet key="logo" />],
          ['Accent color', accent ? <Swatch key="accent" color={accent} /> : <NotSet key="accent" />],
        ]}
      />
      {accent && <Preview accent={accent} isChosen logo={logo} />}
      <p className="text-ink-3 text-sm">
        Shown in the app, in emails and on prints, and on the sign-in page of devices that have signed in before.{' '}
        <WaitingMark item={useWaiting().get(hoa.id)} />
      </p>
      <Removals {...hoa} />
    </div>
  );
};

const NotSet = () => <span className="text-ink-3">Not set</span>;

const ShownLogo = ({ logo }: { logo: string | undefined }) =>
  logo ? (
    <img
      src={logo}
      alt="Logo of the association"
      className="max-h-10 max-w-full dark:rounded-sm dark:bg-[#fff] dark:p-1"
    />
  ) : (
    'This image is shown here once you’re online.'
  );

const Swatch = ({ color }: { color: string }) => (
  <span className="num flex items-center gap-2">
    <span aria-hidden className="size-4 rounded-sm border border-line-strong" style={{ background: color }} />
    {color}
  </span>
);

const remove = (what: 'logo' | 'accent', said: string) =>
  changeNow({
    write: () => save('updateBranding', { [what]: null }),
    said,
    fallback: 'This could not be removed. Please try again.',
  });

const Removals = ({ accent, logo_key }: Pick<Hoa, 'accent' | 'logo_key'>) => {
  const manages = useCan('hoa.manage');
  if (!manages || !(accent || logo_key)) return null;
  return (
    <span className="flex flex-wrap gap-2">
      {logo_key && (
        <Button size="small" onClick={() => remove('logo', 'Logo removed')}>
          Remove Logo
        </Button>
      )}
      {accent && (
        <Button size="small" onClick={() => remove('accent', 'Accent color removed')}>
          Remove Accent Color
        </Button>
      )}
    </span>
  );
};
