/**
 * `reload`: an answer was to be made again and stays as it was; `gone`: the server no longer has the thread for
 * this visitor.
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
