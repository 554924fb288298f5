// A battle played back by itself, as fast as one likes.
import type { Play } from "./play.svelte";

export const SPEEDS = [0.5, 1, 2, 4, 8];
const PACE = 1000; // milliseconds a moment, at single speed

export class Replay {
  playing = $state(false);
  speed = $state(1);
  private timer = 0;

  constructor(private readonly play: Play) {}

  /** Play from where one looks, or from the beginning; or stop. */
  async toggle(): Promise<void> {
    if (this.playing) return this.stop();
    this.playing = true;
    if (!this.play.past) await this.play.scrub(1, 0);
    this.wait();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private wait(): void {
    clearTimeout(this.timer);
    if (this.playing) this.timer = window.setTimeout(() => void this.on(), PACE / this.speed);
  }

  private async on(): Promise<void> {
    if (!this.playing) return;
    if (this.play.past && (await this.play.step(1))) this.wait();
    else this.stop();
  }
}
