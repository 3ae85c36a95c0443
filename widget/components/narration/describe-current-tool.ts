import type { Message } from '../../../shared/thread/message.ts'
import type { Translate } from '../../i18n/create-translate.ts'
import { describeTool } from '../message/tools/describe-tool.ts'
import { wordsOfToolName } from '../message/tools/tool-sentence.tsx'

/** The sentence of the tool that runs right now; null when none does. */
export function describeCurrentTool(message: Message | undefined, t: Translate): string | null {
  const part = message?.content.at(-1)
  if (part?.type !== 'tool-call') return null
  const look = describeTool(part, message?.status?.type === 'running')
  if (look !== 'waiting' && look !== 'running') return null
  return t(`tool.${look}`, { tool: wordsOfToolName(part.toolName) })
}
