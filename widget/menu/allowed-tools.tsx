import { useAtomValue, useSetAtom } from 'jotai/react'
import { useId, useState } from 'react'
import { markAllInvisible } from '../../shared/mark-invisible.ts'
import { threadIdAtom } from '../conversation/atoms/conversations.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import {
  allowedToolsAtom,
  allowToolAtom,
  isAllowed,
  revokeToolAtom,
} from '../world/allowed-tools.ts'

/** Tools that the page may run in this conversation without asking. A tool that is switched off asks again. */
export function AllowedTools() {
  const { t } = useI18n()
  const titleId = useId()
  const thread = useAtomValue(threadIdAtom)
  const allowed = useAtomValue(allowedToolsAtom)
  const allow = useSetAtom(allowToolAtom)
  const revoke = useSetAtom(revokeToolAtom)
  // Tools that were switched off stay listed, and can be switched on again.
  const [listed] = useState(() => [...allowed.values()].filter((tool) => tool.thread === thread))
  if (listed.length === 0) return null
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} className="menu-title">
        {t('pageTool.allowed')}
      </p>
      {listed.map((tool) => (
        <label key={tool.key} className="menu-check">
          <input
            type="checkbox"
            // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- The field says itself whether it is checked
            role="switch"
            checked={isAllowed(allowed, tool.thread, tool.key)}
            onChange={(event) => (event.target.checked ? allow(tool) : revoke(tool))}
          />
          <bdi>{markAllInvisible(tool.title)}</bdi>
        </label>
      ))}
    </div>
  )
}
