/** Space for a panel with list and conversation, with the page still visible beside it. Same as in `panel.css`. */
export const WIDE_QUERY = '(min-width: 760px) and (min-height: 501px)'

/** Screens on which the panel becomes a full-screen sheet. Same as in `panel.css`. */
export const SHEET_QUERY = '(max-width: 480px), (max-height: 500px)'
