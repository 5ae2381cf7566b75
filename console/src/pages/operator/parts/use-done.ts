import { useQueryClient } from '@tanstack/react-query';
import { notifyDone } from '../../../parts/notify.ts';

/** After what a dialog asked for is done: closes it, says so, and reads everything of operators anew. */
export function useDone(onClose: () => void): (sentence: string) => void {
  const queryClient = useQueryClient();
  return (sentence) => {
    // Closed first: the refreshed data would turn some dialogs into their opposite.
    onClose();
    notifyDone(sentence);
    void queryClient.invalidateQueries({ queryKey: ['operator'] });
  };
}
