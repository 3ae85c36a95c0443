import { useI18n } from '../../../i18n/i18n-context.tsx'
import { PopoverTrigger } from '../../../ui/popover-trigger.tsx'
import type { NumberedSource } from './number-sources.ts'
import { readSource } from './read-source.ts'
import { SourceLink } from './source-link.tsx'

/** Numbers after the words that rest on these pages; each tells which page it is. */
export function SourceChips({ sources }: { sources: readonly NumberedSource[] }) {
  const { t } = useI18n()
  return (
    <span className="cites" data-ui>
      {sources.map((source) => {
        const label = t('message.source', { n: source.number, title: readSource(source).name })
        return (
          <PopoverTrigger
            key={source.url}
            className="cite"
            label={label}
            content={<SourceLink source={source} className="source-card" hasHost />}
          >
            {source.number}
          </PopoverTrigger>
        )
      })}
    </span>
  )
}
