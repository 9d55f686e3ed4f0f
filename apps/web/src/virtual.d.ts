declare module 'virtual:prices' {
  const prices: Record<string, number>;
  export default prices;
}
