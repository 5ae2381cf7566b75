/** px. Its place is kept while the chart is loaded. */
export const SPEND_CHART_HEIGHT = 220;
