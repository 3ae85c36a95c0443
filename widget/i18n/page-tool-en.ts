/**
 * What is said of a page's own tools besides their calls, which comes with such tools. The rules of `en.ts` hold.
 */
export const pageToolEn = {
  'human.title': '{tool} asks',
  'human.answer': 'Your answer',
  'human.send': 'Answer',
  'human.announce': '{tool} is waiting for your answer',

  'pageTool.preview': 'Preview',
  'pageTool.allowHere': 'Allow in this conversation',
  'pageTool.undo': 'Undo',
  'pageTool.undone': 'Undone',
  'pageTool.undoFailed': 'Could not be undone',
  'pageTool.allowed': 'Allowed without asking',
} as const
