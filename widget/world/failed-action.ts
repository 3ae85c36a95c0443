/**
 * `reload`: the answer that was to be made again stands as it was; `gone`: the server has the thread no
 * more for this visitor.
 */
export type FailedAction =
  | 'history'
  | 'send'
  | 'reload'
  | 'stop'
  | 'save'
  | 'feedback'
  | 'tool'
  | 'gone'
