import { lazy } from 'react';
import { DialogOutlet, type Dialogs, useDialogs } from '../../screens/dialogs.tsx';
import type { DialogState } from './model.ts';

const AddDialog = lazy(() => import('./add.tsx'));
const EditDialog = lazy(() => import('./edit.tsx'));
const ResidentsDialog = lazy(() => import('./residents-dialog.tsx'));

/** Links open a dialog by ?add=true, ?edit=id or ?residents=id. */
export const useAddressDialogs = () =>
  useDialogs<DialogState>(['add', 'edit', 'residents'], (params) => {
    if (params.has('add')) return { kind: 'add' };
    const kind = params.has('edit') ? 'edit' : 'residents';
    return { kind, id: params.get(kind) ?? '' };
  });

type Props = { dialogs: Dialogs<DialogState>; onSaved: (text: string) => void };

export const AddressDialogs = ({ dialogs, onSaved }: Props) => (
  <DialogOutlet dialogs={dialogs}>
    {(dialog, props) => {
      const save = (text: string) => {
        onSaved(text);
        props.onClose();
      };
      if (dialog.kind === 'add') return <AddDialog {...props} onSaved={save} />;
      if (dialog.kind === 'edit') return <EditDialog {...props} onSaved={save} id={dialog.id} />;
      return <ResidentsDialog {...props} id={dialog.id} />;
    }}
  </DialogOutlet>
);
