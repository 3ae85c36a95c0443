import { useMutation, useQuery } from '@tanstack/react-query'
import { CloudCheck, CloudOff, CloudUpload } from 'lucide-react'
import { useEffect } from 'react'
import type { SettingsVersion } from '../../shared/desk/settings.ts'
import { useAnnounce } from '../../widget/ui/announcer.tsx'
import { ErrorCard } from '../../widget/ui/error-card.tsx'
import { call } from '../api/call.ts'
import { projectQuery } from '../api/queries.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { CallFailureCard, useFailureWords } from '../ui/call-failure-card.tsx'
import { MendBar } from '../mend/mend-bar.tsx'
import { useDraft, useDraftIfLoaded } from './draft-context.tsx'
import { differencesOf } from './differences.ts'
import type { Clash } from './differences.ts'
import { ChangeList } from './change-list.tsx'
import { pathKey } from './json-path.ts'
import { PathName } from './path-name.tsx'
import { ValueText } from './value-text.tsx'
import './draft-notices.css'

/** A line that tells whether the typed text is saved. */
export function SaveLine() {
  const { t } = useI18n()
  const draftState = useDraftIfLoaded()
  const { format } = usePage()
  if (draftState === null) return t('list.loading')
  const { view, data, changes } = draftState
  const { save } = view
  const Icon = save.type === 'kept' ? CloudCheck : save.type === 'failed' ? CloudOff : CloudUpload
  const words =
    save.type === 'kept'
      ? changes.length === 0
        ? t('draft.asLive')
        : t('draft.kept')
      : save.type === 'failed'
        ? t('draft.failed')
        : save.type === 'clash'
          ? t('draft.clash')
          : t('draft.sending')
  const { draft, published } = data
  return (
    <span className="save-line" data-state={save.type}>
      <span>
        <Icon aria-hidden="true" /> {words}
      </span>
      {draft !== null && changes.length > 0 && save.type === 'kept' && draft.changedBy !== null && (
        <bdi>
          {t('draft.changedBy', { name: draft.changedBy, time: format.dateTime(draft.changedAt) })}
        </bdi>
      )}
      <bdi>
        {published === null
          ? t('draft.neverPublished')
          : t('draft.liveIs', { n: published.number, time: format.dateTime(published.at) })}
      </bdi>
    </span>
  )
}

/** Cards about a save that failed, a value that two persons changed, and a publish of another person. */
export function DraftNotices() {
  const { t } = useI18n()
  const { view, data, keeper } = useDraft()
  const announce = useAnnounce()
  const words = useFailureWords()
  const { save, baseNumber } = view

  useEffect(() => {
    if (save.type === 'failed') announce(t('draft.failed'), { channel: 'alert' })
    if (save.type === 'clash') announce(t('draft.clash'), { channel: 'alert' })
  }, [announce, t, save.type])

  const { draft, published } = data
  const isBehind =
    draft !== null && published !== null && baseNumber !== null && published.number !== baseNumber
  return (
    <>
      <MendBar />
      {save.type === 'failed' && (
        <ErrorCard
          title={t('draft.failed')}
          detail={`${words(save.error)} ${t('draft.failedHint')}`}
          action={t('error.retry')}
          onAction={() => void keeper.flush()}
        />
      )}
      {save.type === 'clash' && <Clashes clashes={save.clashes} />}
      {isBehind && save.type !== 'clash' && <Behind baseNumber={baseNumber} />}
    </>
  )
}

/** Both versions of each value that two persons changed. */
function Clashes({ clashes }: { clashes: readonly Clash[] }) {
  const { t } = useI18n()
  const { keeper } = useDraft()
  return (
    <section className="draft-card" aria-label={t('draft.clash')}>
      <h2>{t('draft.clash')}</h2>
      <p className="report-hint">{t('draft.clashHint')}</p>
      <ul className="change-list">
        {clashes.map(({ path, mine, theirs }) => (
          <li key={pathKey(path)} className="change">
            <h3>
              <PathName path={path} />
            </h3>
            <div className="change-sides">
              {(['mine', 'theirs'] as const).map((side) => (
                <div key={side} className="change-side" data-side={side}>
                  <span className="change-sign">{t(`draft.${side}`)}</span>
                  <ValueText value={side === 'mine' ? mine : theirs} />
                  <button
                    type="button"
                    className="outline-button"
                    aria-label={t(`draft.${side}Of`, { name: path.at(-1) ?? '' })}
                    onClick={() => keeper.decide(path, side)}
                  >
                    {t(`draft.${side}Take`)}
                  </button>
                </div>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Another version was published since the draft began. */
function Behind({ baseNumber }: { baseNumber: number }) {
  const { t } = useI18n()
  const { project } = usePage()
  const { data, keeper } = useDraft()
  const path = ['settings', 'versions', String(baseNumber)]
  const base = useQuery(projectQuery<SettingsVersion>(project, path))
  const join = useMutation({
    mutationFn: async () => {
      const { settings } = await call<SettingsVersion>(['projects', project, ...path])
      keeper.rebase(settings, data.published!)
      await keeper.flush()
    },
  })
  const { number, by, why } = data.published!
  return (
    <section className="draft-card" aria-label={t('draft.behind')}>
      <h2>{t('draft.behind')}</h2>
      <p className="report-hint" dir="auto">
        {t('draft.behindBy', { n: number, name: by ?? t('audit.commandLine'), why })}
      </p>
      {base.data && (
        <ChangeList
          label={t('draft.behindChanges')}
          changes={differencesOf(base.data.settings, data.published!.settings)}
        />
      )}
      {join.error && <CallFailureCard error={join.error} title={t('error.saveTitle')} />}
      <div>
        <button
          type="button"
          className="solid-button"
          aria-disabled={join.isPending || undefined}
          onClick={() => !join.isPending && join.mutate()}
        >
          {t('draft.join')}
        </button>
      </div>
    </section>
  )
}
