import { useId } from 'react'
import { isPlainObject } from '../../../shared/json.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { useDraft } from '../../draft/draft-context.tsx'
import { EntryList } from '../../draft/entry-list.tsx'
import { Problems } from '../../draft/field-frame.tsx'
import type { Path } from '../../draft/json-path.ts'
import { problemsAt } from '../../draft/problems.ts'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useFieldProblems } from '../../draft/use-field-problems.ts'
import { useI18n } from '../../i18n/i18n.tsx'

const LINKS_MAX = 5

interface LinksProps extends Pick<ControlProps, 'value' | 'set'> {
  path: Path
}

/** Addresses that belong to the answer; a citation opens the first. */
export function Links({ path, value, set }: LinksProps) {
  const { t } = useI18n()
  const { view } = useDraft()
  const links = Array.isArray(value) ? (value.filter(isPlainObject) as JsonObject[]) : []
  const ofAll = problemsAt(view.problems, path).filter((each) => each.path.length === path.length)
  return (
    <>
      <EntryList
        entries={links}
        max={LINKS_MAX}
        addLabel={t('answers.addLink')}
        create={(): JsonObject => ({ title: '', url: '' })}
        nameOf={(link, at) => textOf(link['title']) || t('answers.linkNumber', { n: at + 1 })}
        onChange={(next) => set(next.length === 0 ? undefined : next)}
      >
        {(link, at, change) => (
          <>
            <LinkLine
              path={[...path, String(at), 'title']}
              label={t('answers.linkTitle', { n: at + 1 })}
              placeholder={t('answers.linkTitlePlace')}
              value={textOf(link['title'])}
              set={(title) => change({ ...link, title })}
            />
            <LinkLine
              path={[...path, String(at), 'url']}
              label={t('answers.linkUrl', { n: at + 1 })}
              placeholder="https://"
              isAddress
              value={textOf(link['url'])}
              set={(url) => change({ ...link, url })}
            />
          </>
        )}
      </EntryList>
      <Problems problems={ofAll.map(({ message }) => message)} />
    </>
  )
}

const textOf = (part: JsonValue | undefined): string => (typeof part === 'string' ? part : '')

interface LinkLineProps {
  path: Path
  label: string
  placeholder: string
  /** Runs from left to right. Default false. */
  isAddress?: boolean
  value: string
  set: (text: string) => void
}

function LinkLine({ path, label, placeholder, isAddress = false, value, set }: LinkLineProps) {
  const { problems, onBlur } = useFieldProblems(path)
  const id = useId()
  return (
    <div className="link-line" onBlur={onBlur}>
      <input
        className="text-field"
        inputMode={isAddress ? 'url' : undefined}
        dir={isAddress ? 'ltr' : 'auto'}
        spellCheck={isAddress ? false : undefined}
        aria-label={label}
        aria-invalid={problems.length > 0 || undefined}
        aria-describedby={problems.length > 0 ? id : undefined}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
      <Problems id={id} problems={problems} />
    </div>
  )
}
