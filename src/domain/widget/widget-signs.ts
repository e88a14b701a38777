/**
 * The widget's own signs, each the path of a drawing of 24 by 24 with a line. They travel with the marks of assistants,
 * so that the script, which every page loads, stays small.
 */
export const WIDGET_SIGNS = {
  ask: 'M20 12.5a7.5 7.5 0 0 1-11 6.6L4 20.5l1.4-4.6A7.5 7.5 0 1 1 20 12.5zM12.5 9l.9 2.6 2.6.9-2.6.9-.9 2.6-.9-2.6-2.6-.9 2.6-.9z',
  turn: 'm6 9 6 6 6-6',
  out: 'M7 17 17 7M9 7h8v8',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.2 4.2 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.2 4.2 0 0 0 6 6l1-1',
  markdown: 'M4 5h16v14H4zM7 15V9l3 3 3-3v6M16.5 9v6m-2-2 2 2 2-2',
  share: 'M12 15V4M8 8l4-4 4 4M5 12v8h14v-8',
  done: 'm5 12 5 5 9-10',
  fills: 'm4 20 1-4L16 5l3 3L8 19zM14 7l3 3',
  sends: 'M4 4l17 8-17 8 3-8zM7 12h6',
  paste: 'M8 5H5v16h14V5h-3M9 3h6v4H9z',
} as const
