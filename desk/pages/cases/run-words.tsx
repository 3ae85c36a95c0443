import type { CaseRunHead } from '../../../shared/desk/case-runs.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'

const TONES: Readonly<Record<CaseRunHead['state'], string | undefined>> = {
  running: 'accent',
  done: undefined,
  stopped: 'warning',
  'over-budget': 'warning',
  failed: 'warning',
}

/** How a run stands. */
export function RunState({ state }: Pick<CaseRunHead, 'state'>) {
  const { t } = useI18n()
  return (
    <span className="report-chip" data-tone={TONES[state]}>
      {t(`cases.state.${state}`)}
    </span>
  )
}

/** Sentences about a run: its name, and the cases that passed on each side. */
export function useRunWords() {
  const { t } = useI18n()
  const { format } = usePage()
  return {
    name: ({ startedAt }: Pick<CaseRunHead, 'startedAt'>) =>
      t('cases.run', { time: format.dateTime(startedAt) }),
    by: ({ by, isNightly }: Pick<CaseRunHead, 'by' | 'isNightly'>) =>
      isNightly === true
        ? t('cases.runAtNight')
        : t('cases.runBy', { name: by ?? t('audit.commandLine') }),
    sides: ({ bySide }: Pick<CaseRunHead, 'bySide'>) =>
      bySide.map(({ side, passed, failed }) =>
        t(`cases.sidePassed.${side}`, {
          passed: format.number(passed),
          all: format.number(passed + failed),
        }),
      ),
  }
}
