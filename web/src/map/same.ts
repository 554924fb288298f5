// What has not changed stays the very same object, so that nothing of it is drawn again.
import type { Feature, Place, Scene, Seen } from "../messages";

export class Same {
  private ground: { text: string; features: Feature[] } = { text: "", features: [] };
  private aims: { text: string; places: Place[] } = { text: "", places: [] };
  private drawn = new Map<number, { text: string; piece: Seen }>();
  private list: Seen[] = [];

  features(scene: Scene): Feature[] {
    const text = JSON.stringify(scene.features);
    if (text !== this.ground.text) this.ground = { text, features: scene.features };
    return this.ground.features;
  }

  places(scene: Scene): Place[] {
    const text = JSON.stringify(scene.places);
    if (text !== this.aims.text) this.aims = { text, places: scene.places };
    return this.aims.places;
  }

  pieces(scene: Scene): Seen[] {
    const now = new Map<number, { text: string; piece: Seen }>();
    const list = scene.pieces.map((piece) => {
      const text = JSON.stringify(piece), was = this.drawn.get(piece.number);
      const kept = was?.text === text ? was : { text, piece };
      now.set(piece.number, kept);
      return kept.piece;
    });
    this.drawn = now;
    if (list.length !== this.list.length || list.some((p, k) => p !== this.list[k])) this.list = list;
    return this.list;
  }
}
