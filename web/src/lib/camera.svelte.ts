// Where one looks: the middle of the view and how many units of the sheet a pixel shows.
export class Camera {
  cx = $state(0);
  cy = $state(0);
  u = $state(1); // units of the sheet per pixel
  width = $state(1); // of the view, in pixels
  height = $state(1);
  private home = { x0: 0, y0: 0, x1: 1, y1: 1 };
  private whole = true;

  box = $derived(
    [this.cx - (this.width * this.u) / 2, this.cy - (this.height * this.u) / 2, this.width * this.u, this.height * this.u]
      .map((n) => Math.round(n * 100) / 100)
      .join(" "),
  );
  near = $derived(this.u < this.most() * 0.8);

  /** The sheet's size, and the view's. */
  measure(home: { x0: number; y0: number; x1: number; y1: number }, width: number, height: number): void {
    this.home = home;
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    if (this.whole) this.all();
    else this.hold();
  }

  most(): number {
    const { x0, y0, x1, y1 } = this.home;
    return Math.max((x1 - x0) / this.width, (y1 - y0) / this.height);
  }

  all(): void {
    const { x0, y0, x1, y1 } = this.home;
    this.whole = true;
    this.u = this.most();
    this.cx = (x0 + x1) / 2;
    this.cy = (y0 + y1) / 2;
  }

  /** Nearer or farther, about a point of the view. */
  zoom(by: number, px = this.width / 2, py = this.height / 2): void {
    const [x, y] = this.spot(px, py);
    const next = Math.min(this.most(), Math.max(0.06, this.u / by));
    this.cx = x + (this.cx - x) * (next / this.u);
    this.cy = y + (this.cy - y) * (next / this.u);
    this.u = next;
    this.whole = next >= this.most() * 0.999;
    this.hold();
  }

  move(dx: number, dy: number): void {
    this.cx -= dx * this.u;
    this.cy -= dy * this.u;
    this.hold();
  }

  /** What of the sheet is at a point of the view. */
  spot(px: number, py: number): [number, number] {
    return [this.cx + (px - this.width / 2) * this.u, this.cy + (py - this.height / 2) * this.u];
  }

  /** Bring a point of the sheet into view. */
  show(x: number, y: number): void {
    const w = (this.width * this.u) / 2 - 40 * this.u, h = (this.height * this.u) / 2 - 40 * this.u;
    this.cx = Math.min(Math.max(this.cx, x - w), x + w);
    this.cy = Math.min(Math.max(this.cy, y - h), y + h);
    this.hold();
  }

  look(x: number, y: number, u: number): void {
    this.u = Math.min(this.most(), u);
    this.whole = false;
    this.cx = x;
    this.cy = y;
    this.hold();
  }

  private hold(): void {
    const { x0, y0, x1, y1 } = this.home;
    const w = (this.width * this.u) / 2, h = (this.height * this.u) / 2;
    this.cx = 2 * w >= x1 - x0 ? (x0 + x1) / 2 : Math.min(Math.max(this.cx, x0 + w), x1 - w);
    this.cy = 2 * h >= y1 - y0 ? (y0 + y1) / 2 : Math.min(Math.max(this.cy, y0 + h), y1 - h);
  }
}
