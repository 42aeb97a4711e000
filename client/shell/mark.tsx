import { useBranding } from '../device/branding.ts';
import { Logo } from '../ui/brand.tsx';

/** The association's logo, on white where the screen is dark; Porchlight's where it has none. The narrow menu has room for
 * a square of it. */
export const Mark = () => {
  const logo = useBranding()?.logo;
  return logo ? (
    <img
      src={logo}
      alt=""
      className="max-h-7 max-w-36 in-data-[menu=icons]:max-w-20 in-data-[menu=icons]:max-[80rem]:h-7 in-data-[menu=icons]:max-[80rem]:max-w-9 in-data-[menu=icons]:object-cover in-data-[menu=icons]:object-left max-md:max-w-24 dark:rounded-sm dark:bg-[#fff] dark:px-1.5 dark:py-0.5"
    />
  ) : (
    <Logo />
  );
};
