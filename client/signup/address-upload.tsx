import { ArrowLeft, FileSpreadsheet } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { hoaStep } from './moves.ts';
import { Part } from './part.tsx';
import { StepScreen } from './step.tsx';
import { change } from './store.ts';

/** The second of two: the addresses, which for now are added in the app. */
export const AddressUpload = () => {
  const [asked, setAsked] = useState(false);
  const [, navigate] = useLocation();
  const skip = () => {
    change(hoaStep('complete'));
    navigate(paths.signupComplete());
  };
  return (
    <StepScreen
      step="hoa_setup"
      title="Add your property addresses"
      subtitle="Residents are invited to an address, and what they owe follows it."
    >
      <Part number={2} />
      <UploadOption onPress={() => setAsked(true)} />
      {asked && (
        <div role="status">
          <Alert tone="info">Excel/CSV upload feature coming soon!</Alert>
        </div>
      )}
      <p className="text-ink-2">
        Your plan adjusts automatically to the number of addresses, and you can change it later.
      </p>
      <Button variant="primary" size="large" onClick={skip}>
        Skip for Now
      </Button>
      <Button
        variant="ghost"
        icon={ArrowLeft}
        className="-ml-3.25 max-md:-ml-4 justify-self-start"
        onClick={() => change(hoaStep('hoa_info'))}
      >
        Back
      </Button>
    </StepScreen>
  );
};

/** Not native `disabled`: pressing it says that it will come. */
const UploadOption = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-disabled="true"
    onClick={onPress}
    className="flex items-center gap-3.5 rounded-lg border border-line-strong border-dashed px-4 py-4 text-left text-ink-2"
  >
    <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-ink-3" strokeWidth={1.6} />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">Upload Excel/CSV file</span>
      <span className="block text-ink-3 text-sm">All your addresses at once</span>
    </span>
    <Badge>Coming Soon</Badge>
  </button>
);
