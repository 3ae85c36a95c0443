import { attemptTexts } from './en-attempts.ts'
import { caseTexts } from './en-cases.ts'
import { conversationTexts } from './en-conversations.ts'
import { mendTexts } from './en-mend.ts'
import { noticeTexts } from './en-notices.ts'
import { peopleTexts } from './en-people.ts'
import { reportTexts } from './en-reports.ts'
import { settingTexts } from './en-settings.ts'
import { draftTexts } from './en-draft.ts'
import { answerTexts } from './en-answers.ts'
import { previewTexts } from './en-preview.ts'
import { retentionTexts } from './en-retention.ts'
import { shellTexts } from './en-shell.ts'

/** Every text of the desk, and the source of truth for other languages; see `widget/i18n/en.ts`. */
export const en = {
  ...shellTexts,
  ...conversationTexts,
  ...peopleTexts,
  ...noticeTexts,
  ...reportTexts,
  ...draftTexts,
  ...attemptTexts,
  ...mendTexts,
  ...answerTexts,
  ...caseTexts,
  ...settingTexts,
  ...previewTexts,
  ...retentionTexts,
} as const
export type DeskTexts = typeof en
