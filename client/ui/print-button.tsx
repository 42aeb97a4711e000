import { Printer } from 'lucide-react';
import { Button } from './button.tsx';

/** Prints the screen, as Ctrl+P does. On phones an icon alone. */
export const PrintButton = () => (
  <Button icon={Printer} onClick={() => print()} className="max-md:w-11 max-md:px-0! max-md:[&>svg]:shrink-0">
    <span className="max-md:sr-only">Print</span>
  </Button>
);
