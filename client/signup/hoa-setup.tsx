import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { paths } from '../paths.ts';
import { AddressUpload } from './address-upload.tsx';
import { HoaInfoStep } from './hoa-info.tsx';
import { discardExpired, useSignup } from './store.ts';

/** /signup/hoa-setup: what the HOA is called and where it lies, and its addresses. For who has completed a signup. */
const HoaSetup = () => {
  const { completion, hoa_setup } = useSignup();
  useEffect(discardExpired, []);
  if (!completion) return <Redirect to={paths.signup()} replace />;
  return hoa_setup === 'address_upload' ? <AddressUpload /> : <HoaInfoStep />;
};
export default HoaSetup;
