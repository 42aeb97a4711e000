import { useBranding } from '../device/branding.ts';

/** At the head of a paper; nothing where the association has no logo. */
export const PrintLogo = () => {
  const logo = useBranding()?.logo;
  return logo && <img src={logo} alt="" className="mb-1 max-h-12 max-w-48" />;
};
