import { useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { PREVIEW_MINUTES } from '../../../shared/desk/preview.ts'
import type { Preview } from '../../../shared/desk/preview.ts'
import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import { useDraft } from '../../draft/draft-context.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hostPreview } from './preview-host.ts'
import type { PreviewHost } from './preview-host.ts'
import { PreviewLinkButton } from './preview-link.tsx'
import { hasLost } from './preview-look.ts'
import './preview-panel.css'

/** A frame is replaced before its token ends. */
const KEPT_MS = (PREVIEW_MINUTES - 5) * 60_000

/** The same on a narrow screen: in a dialog that covers the controls. */
export function PreviewOpener() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="outline-button preview-open" onClick={() => setIsOpen(true)}>
        <MessageSquare aria-hidden="true" />
        {t('preview.show')}
      </button>
      {isOpen && (
        <Dialog
          title={t('preview.title')}
          closeLabel={t('act.close')}
          onClose={() => setIsOpen(false)}
        >
          <div className="preview-dialog">
            <PreviewBody />
          </div>
        </Dialog>
      )}
    </>
  )
}

const NARROW = '(max-width: 50rem)'

/** Whether the controls take the whole width. */
export const useIsNarrow = (): boolean => useMedia(NARROW)

/** The chat beside the controls; where the desk has the chat's origin, the way to see the draft elsewhere. */
export function PreviewPanel() {
  const { t } = useI18n()
  return (
    <div className="preview-panel">
      <ReportSection title={t('preview.title')}>
        <PreviewBody />
      </ReportSection>
    </div>
  )
}

function PreviewBody() {
  const { t } = useI18n()
  const { data } = useDraft()
  const isThere = data.previewFrames === 'available'
  const { chatEndpoint } = data
  const hint = isThere
    ? chatEndpoint === null
      ? t('preview.hint')
      : t('preview.hintEndpoint', { url: chatEndpoint })
    : t(data.previewFrames === 'one-origin' ? 'preview.oneOrigin' : 'preview.noAddress')
  return (
    <>
      <p className="report-hint">{hint}</p>
      {isThere ? <LivePreview /> : <PreviewLinkButton />}
    </>
  )
}

function LivePreview() {
  const { t } = useI18n()
  const { project } = usePage()
  const { settings } = useDraft()
  const [locale, setLocale] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['preview-frame', project],
    queryFn: ({ signal }) =>
      call<Preview>(['projects', project, 'settings', 'preview'], {
        method: 'POST',
        body: { place: 'desk' },
        signal,
      }),
    staleTime: KEPT_MS,
    gcTime: KEPT_MS,
    refetchInterval: KEPT_MS,
  })
  const look = objectOf(settings['look'])
  const languages = Object.keys(objectOf(look['messages']))

  if (error) return <CallFailureCard error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={1} rowSize={20} />
  return (
    <>
      {languages.length > 0 && (
        <label className="field">
          {t('preview.language')}
          <select
            className="text-field"
            value={locale}
            onChange={({ target }) => setLocale(target.value)}
          >
            <option value="">{t('preview.browser')}</option>
            {languages.map((tag) => (
              <option key={tag}>{tag}</option>
            ))}
          </select>
        </label>
      )}
      <PreviewFrame url={data.url} look={look} locale={locale} />
    </>
  )
}

interface PreviewFrameProps {
  url: string
  look: JsonObject
  /** Empty: the frame's own. */
  locale: string
}

function PreviewFrame({ url, look, locale }: PreviewFrameProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { view } = useDraft()
  const scheme = useScheme()
  const [hasFailed, setHasFailed] = useState(false)
  const iframe = useRef<HTMLIFrameElement>(null)
  const host = useRef<PreviewHost>(null)
  const state = `${view.revision === null} ${view.problems.length > 0}`
  const [loaded, setLoaded] = useState({ look, state, number: 0 })
  const isKept = view.save.type === 'kept'

  // The document of the frame has the draft as it was when it loaded.
  if (isKept && (state !== loaded.state || hasLost(loaded.look, look))) {
    setLoaded({ look, state, number: loaded.number + 1 })
  }

  const setup = useEffectEvent(() => ({
    app: project,
    scheme,
    viewport: {
      isSheet: false,
      isFixed: true,
      canWiden: false,
      top: 0,
      right: 0,
      bottom: 0,
      left: 0,
    },
    identity: { epoch: 0, mode: 'anonymous' } as const,
    tools: [],
    context: {},
    look,
    ...(locale === '' ? {} : { locale }),
  }))

  useEffect(() => {
    if (iframe.current === null) return undefined
    host.current = hostPreview({
      window,
      iframe: iframe.current,
      origin: new URL(url).origin,
      setup,
      onFail: () => setHasFailed(true),
    })
    return () => host.current?.end()
  }, [url, loaded.number])
  useEffect(() => host.current?.update(), [look, locale, scheme])

  return (
    <>
      {hasFailed && (
        <p className="field-error" role="alert">
          {t('preview.failed')}
        </p>
      )}
      <iframe
        key={`${loaded.number} ${url}`}
        ref={iframe}
        className="preview-frame"
        title={t('preview.frame')}
        src={url}
        // The frame has an origin of its own, whose storage it needs.
        // oxlint-disable-next-line react/iframe-missing-sandbox
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads allow-modals"
        allow="clipboard-write"
        referrerPolicy="no-referrer"
      />
    </>
  )
}

const objectOf = (value: unknown): JsonObject =>
  isPlainObject(value) ? (value as JsonObject) : NOTHING
const NOTHING: JsonObject = {}

const DARK = '(prefers-color-scheme: dark)'

/** The device's scheme, which the desk follows too. */
const useScheme = (): 'light' | 'dark' => (useMedia(DARK) ? 'dark' : 'light')

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
