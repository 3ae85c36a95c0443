import { useStore } from 'jotai/react'
import { useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { directionOf } from '../i18n/find-locale.ts'
import { I18nContext, useI18n } from '../i18n/i18n-context.tsx'
import { Markdown } from '../markdown/markdown.tsx'
import { cleanCopy } from '../messages/actions/clean-copy.ts'
import { describeCited } from '../messages/sources/cited-copy.ts'
import { toolLabelsAtom } from '../messages/atoms/tool-labels.ts'
import { knowledgeLabels } from '../messages/tools/knowledge-labels.ts'
import { titleOfTool } from '../messages/tools/tool-words.ts'
import type { TranscriptWords } from './read-transcript.ts'

/** Texts of a transcript besides the messages, in the chat's language. */
export function useTranscriptWords(): TranscriptWords {
  const store = useStore()
  const i18n = useI18n()

  return useMemo(() => {
    const { t, locale } = i18n
    const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
    return {
      title: t('header.title'),
      locale,
      direction: directionOf(locale),
      speaker: ({ role }) => t(role === 'user' ? 'message.you' : 'message.assistant'),
      time: ({ createdAt }) => {
        const time = Date.parse(createdAt)
        return Number.isNaN(time) ? '' : format.format(time)
      },
      tool: (name) =>
        knowledgeLabels(name, t)?.done ??
        t('tool.done', { tool: titleOfTool(name, store.get(toolLabelsAtom)(name)) }),
      cited: (source) => describeCited(source, t),
      sourcePage: (title, page) => t('message.sourcePage', { title, page }),
      toNodes(markdown) {
        const box = document.createElement('div')
        const root = createRoot(box)
        flushSync(() =>
          root.render(
            <I18nContext value={i18n}>
              <Markdown text={markdown} isStreaming={false} />
            </I18nContext>,
          ),
        )
        const { childNodes } = cleanCopy(box.childNodes)
        // Unmounting is not allowed while React renders.
        queueMicrotask(() => root.unmount())
        return [...childNodes]
      },
    }
  }, [store, i18n])
}
