import { Redirect } from 'wouter';
import { useSearchParams } from '../device/location.ts';
import { paths } from '../paths.ts';

/** The parameters of the address, such as an entry or the outcome of a payment, come along. */
export const ToDues = () => {
  const params = useSearchParams();
  return <Redirect to={`${paths.dues()}${params.size > 0 ? `?${params}` : ''}${location.hash}`} replace />;
};
