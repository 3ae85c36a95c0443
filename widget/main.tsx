// The frame: connects the real parts. Only wiring, since hot reloading this file loses its state.
import * as v from 'valibot'
import type { FrameSetup } from '../shared/bridge/contract.ts'
import { toLauncherLook } from '../shared/look/launcher-look.ts'
import type { LookOptions } from '../shared/look/look-options.ts'
import { randomId } from '../shared/ids.ts'
import { frameConfigSchema, type PreviewState } from '../shared/wire/frame-config.ts'
import { chooseApiBase } from './api/api-base.ts'
import { createSuppliedCloud } from './api/supplied-cloud.ts'
import './early/early-frame.ts'
import { drawFrame } from './shell/draw-frame.tsx'
import { createLocaleSwitch, ENGLISH, type Language } from './i18n/locale-switch.ts'
import { panelWords } from './i18n/panel-words.ts'
import { speakAtom } from './shell/texts-provider.tsx'
import { connectToHost } from './host/connect-to-host.ts'
import { serveHost } from './host/serve-host.ts'
import type { PreviewLine } from './preview/preview-line.ts'
import { setLookAtom } from './world/look.ts'
import { applySettings } from './world/apply-settings.ts'
import { createBrowserDeps } from './world/browser-deps.ts'
import { allowWideningAtom, fixPanelAtom, isPanelWideAtom } from './world/panel.ts'
import { learnServerFactsAtom } from './world/server-facts.ts'
import { settingsAtom } from './world/settings.ts'
import { createChatStore } from './create-chat-store.ts'

import { applyScheme } from './theme/apply-scheme.ts'
import { createLookDrawer, LOOK_WAIT_MS } from './theme/look-drawer.ts'
import { keepOwnTexts } from './ui/keep-own-texts.ts'

/** Defined by the build. */
declare const ALCOVE_VERSION: string
declare const ALCOVE_API_BASE: string | null

const NONCE_LENGTH = 22

const meta = document.querySelector<HTMLMetaElement>('meta[name="alcove"]')
const config = v.parse(frameConfigSchema, JSON.parse(meta?.content ?? 'null'))
const documentBase = location.origin + config.basePath
/** A preview that has not ended has no server but the one that answers, so that nothing in it is kept here. */
const previewed =
  config.preview?.endsAt === undefined
    ? undefined
    : {
        ...config,
        previewChat: location.href.replace(/frame$/, 'chat'),
      }
const base = previewed ? '' : chooseApiBase(ALCOVE_API_BASE, documentBase)
const store = createChatStore(
  createBrowserDeps(window, base, previewed ? undefined : createSuppliedCloud, previewed ?? config),
)
const { connectUrl, verificationHosts = [] } = config
store.set(learnServerFactsAtom, {
  authorization: { connectUrl, verificationHosts },
  toolLabels: config.toolLabels,
  hostReads: config.hostReads,
  suggestions: config.suggestions,
  recordsTools: previewed !== undefined,
})
// Another server has different limits, which its document would have contained.
if (previewed || (base === documentBase && !createSuppliedCloud))
  store.set(learnServerFactsAtom, {
    limits: config.limits,
    fileTypes: config.fileTypes,
    cannotRead: config.cannotRead,
  })
if (window.alcoveEarly?.look) store.set(setLookAtom, window.alcoveEarly.look)
const showLook = createLookDrawer(
  document,
  config.look,
  (look) => store.set(setLookAtom, look),
  (message) => connection.sendError({ code: 'config_invalid', message }),
)
const showLocale = createLocaleSwitch(
  document.documentElement,
  (language) => {
    spoken = language
    store.set(speakAtom, language)
    previewLine?.translate(language)
    connection.sendPanelWords(panelWords(language))
  },
  undefined,
  // The document shows the language already, and takes keys.
  window.alcoveEarly?.look ? LOOK_WAIT_MS : undefined,
)
let localeOfPage: string | undefined
let spoken: Language = ENGLISH
let previewLine: PreviewLine | undefined
let isDrawn = false
// No limit: drawing the chat ends it; the page gives a frame up after CALL_TIMEOUT_MS.
const { promise: usable, resolve: becomeUsable } = Promise.withResolvers<void>()
void usable.then(warmRichText)

const connection = connectToHost({
  window,
  allowedHosts: config.allowedHosts,
  build: ALCOVE_VERSION,
  nonce: randomId(NONCE_LENGTH),
  serve: (host) => serveHost({ store, usable, onLook, onLocale, host }),
  onFail: (error) => console.error(`Alcove: ${error.code}. ${error.message}`),
})

keepOwnTexts(document.body)
applySettings(document.documentElement, store.get(settingsAtom))
store.sub(settingsAtom, followSettings)
store.sub(isPanelWideAtom, () => connection.sendPanelLayout({ isWide: store.get(isPanelWideAtom) }))

/** Takes the document over, once look and language of the page's first message are applied. */
function draw(): void {
  if (isDrawn) return
  isDrawn = true
  connection.sendProjectLook(toLauncherLook(config.look as LookOptions | undefined))
  drawFrame({
    root: document.querySelector<HTMLElement>('#root')!,
    store,
    takeOver: (field) =>
      window.alcoveEarly?.takeOver() ?? {
        sent: null,
        typed: field.value,
        files: [],
        isSendWished: false,
      },
    onClose: (reason) => connection.close(reason),
    onUsable: () => {
      window.alcoveEarly?.end()
      becomeUsable()
    },
  })
  if (config.preview) void showPreviewLine(config.preview)
}

async function showPreviewLine(preview: PreviewState): Promise<void> {
  const { drawPreviewLine } = await import('./preview/preview-line.ts')
  const onLeave = () => connection.leavePreview()
  previewLine = drawPreviewLine({ document, preview, language: spoken, now: Date.now, onLeave })
}

/** Loads the code for markdown ahead of the first answer, and runs its one-time work. */
async function warmRichText(): Promise<void> {
  // A failed load is repeated with the first answer.
  const markdown = await import('./markdown/warm-markdown.tsx').catch(() => null)
  markdown?.warmMarkdown(document)
}

/** Applies the person's settings, now and after each change. */
function followSettings(): void {
  const settings = store.get(settingsAtom)
  applySettings(document.documentElement, settings)
  void onLocale()
}

/** The person's choice takes precedence over the page's. */
function onLocale(wanted = localeOfPage): Promise<void> {
  localeOfPage = wanted
  return showLocale(store.get(settingsAtom).language ?? wanted)
}

async function onLook({ scheme, viewport, look, locale }: FrameSetup): Promise<void> {
  const { style } = document.documentElement
  store.set(allowWideningAtom, viewport.canWiden === true)
  store.set(fixPanelAtom, viewport.isFixed === true)
  // The frame cannot see the safe areas of the page around it.
  for (const side of ['top', 'right', 'bottom', 'left'] as const) {
    style.setProperty(`--safe-${side}`, `${viewport[side]}px`)
  }
  await Promise.all([showLook(look), onLocale(locale)])
  applyScheme(document, scheme)
  draw()
}
