import { useBranding } from '../device/branding.ts';
import { Logo } from '../ui/brand.tsx';

/** The association's logo, on white where the screen is dark; Porchlight's where it has none. */
export const Mark = () => {
  const logo = useBranding()?.logo;
  return logo ? <img src={logo} alt="" className="menu-logo" /> : <Logo />;
};
