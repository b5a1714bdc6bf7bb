import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ScenarioFile } from '#shared/contract/scenario-files.ts';
import type { ScenarioView } from '#shared/contract/scenarios.ts';
import { scenariosOf } from '#shared/scenarios/states.ts';
import { useCommand } from '../../api/index.ts';
import { notifyFailure } from '../../ui/notify.ts';
import { useAskFirst } from './ask-first.tsx';
import { fileAtStake, submissionsAtStake } from './at-stake.ts';
import type { OpenedFile } from './scenario-file-button.tsx';
import type { Where } from './where.ts';

export interface Firing {
  /** Sends scenarios by name, after the question of a live workspace; `label` is on the button that does it. */
  fire: (scenarios: string[], label: string) => void;
  runFile: (file: OpenedFile) => void;
  /** It is known where to, and the workspace may be written to. */
  ready: boolean;
  readOnly: boolean;
  isPending: boolean;
  /** To stand on the screen, see ask-first.tsx. */
  dialog: ReactNode;
}

/** Fires test submissions, and goes to the run or the batch that follows them. */
export function useFiring(workspace: string, scenarios: readonly ScenarioView[], where: Where): Firing {
  const { form, utilities, paceS } = where;
  const navigate = useNavigate();
  const start = useCommand('runs.start');
  const { ask, readOnly, dialog } = useAskFirst(workspace);

  const send = (
    what: { form: string; utilities: string[]; scenarios: string[]; file?: ScenarioFile },
    confirmed: boolean,
  ) =>
    start.mutate(
      { workspace, ...what, paceMs: paceS * 1000, confirmed },
      {
        onError: notifyFailure,
        onSuccess: ({ batch, runs }) => {
          const [only] = runs;
          void (runs.length === 1 && only
            ? navigate({ to: '/w/$workspace/support/runs/$run', params: { workspace, run: only } })
            : navigate({ to: '/w/$workspace/support/batches/$batch', params: { workspace, batch } }));
        },
      },
    );
  return {
    fire: (names, label) =>
      ask({
        name: label,
        means: submissionsAtStake(names, utilities, scenarios),
        act: (confirmed) => send({ form, utilities, scenarios: names }, confirmed),
      }),
    runFile: ({ preview: { file, collections }, ...place }) =>
      ask({
        name: `Run ${file.name}`,
        means: fileAtStake(collections, place.utilities),
        act: (confirmed) => send({ ...place, scenarios: scenariosOf(file), file }, confirmed),
      }),
    ready: form !== '' && utilities.length > 0 && !readOnly,
    readOnly,
    isPending: start.isPending,
    dialog,
  };
}
