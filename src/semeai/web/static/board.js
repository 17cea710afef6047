// The board in the browser: a faint stone under the mouse, a cursor for the keyboard, variations on hover.
const COLUMNS = "ABCDEFGHJKLMNOPQRST";
const FINGER = 26; // pixels: where lines are closer, a touch must be confirmed

export default {
  template: `
    <div class="board-frame" :tabindex="playable ? 0 : -1" :role="playable ? 'application' : 'img'" :aria-label="label"
         @pointerdown="pointer = $event.pointerType" @pointermove="hover" @pointerleave="leave" @mousedown.prevent @click="click" @keydown="key"
         @focus="focused = true" @blur="focused = false">
      <div class="board-picture" ref="picture"></div>
      <svg class="board-hand" :viewBox="viewBox" aria-hidden="true">
        <g v-if="shownVariation.length">
          <g v-for="(stone, i) in shownVariation" :key="i">
            <circle :cx="stone.x" :cy="stone.y" :r="cell * 0.475" :fill="stone.fill" stroke="#555" opacity="0.92"/>
            <text :x="stone.x" :y="stone.y + 6" font-size="17" text-anchor="middle" :fill="stone.ink">{{ i + 1 }}</text>
          </g>
        </g>
        <circle v-else-if="ghost" class="ghost" :cx="ghost.x" :cy="ghost.y" :r="cell * 0.475"
                :fill="color === 'black' ? '#111' : '#fff'" opacity="0.5"/>
        <g v-if="pending" class="pending" stroke="#0b57d0" stroke-width="4" fill="none">
          <path :d="crosshair" opacity="0.5"/>
          <circle :cx="at(pending.row, pending.column).x" :cy="at(pending.row, pending.column).y" :r="cell * 0.6"/>
        </g>
        <rect v-if="focused && playable" class="cursor" :x="at(row, column).x - cell / 2 + 2" :y="at(row, column).y - cell / 2 + 2"
              :width="cell - 4" :height="cell - 4" rx="6" fill="none" stroke="#0b57d0" stroke-width="4"/>
      </svg>
      <div v-if="pending" class="confirm" role="status">{{ name(pending.row, pending.column) }}: tap again to play</div>
      <div class="unseen" role="status" aria-live="polite">{{ focused ? spoken : "" }}</div>
    </div>`,
  props: {
    size: Number,
    cell: Number,
    picture: String,
    color: String,
    first: String,
    stones: Object,
    variations: Object,
    playable: Boolean,
    sound: Boolean,
  },
  data() {
    const middle = Math.ceil(this.size / 2);
    return { over: null, row: middle, column: middle, focused: false, pointer: "mouse", pending: null };
  },
  computed: {
    viewBox() {
      const width = this.cell * (this.size + 1);
      return `0 0 ${width} ${width}`;
    },
    label() {
      const size = `Go board, ${this.size} by ${this.size}.`;
      return this.playable ? `${size} Arrow keys move the cursor, Enter plays, Escape leaves the board.` : size;
    },
    spoken() {
      const name = this.name(this.row, this.column);
      return `${name}, ${this.stones[name] || "empty"}`;
    },
    aim() {
      return this.over || (this.focused ? { row: this.row, column: this.column } : null);
    },
    ghost() {
      const aim = this.pending || this.aim;
      if (!aim || !this.color || this.stones[this.name(aim.row, aim.column)]) return null;
      return this.at(aim.row, aim.column);
    },
    crosshair() {
      const { x, y } = this.at(this.pending.row, this.pending.column);
      const end = this.cell * this.size;
      return `M${this.cell} ${y}H${end}M${x} ${this.cell}V${end}`;
    },
    shownVariation() {
      const aim = this.aim;
      const moves = aim ? this.variations[this.name(aim.row, aim.column)] || [] : [];
      const first = this.first === "white" ? 1 : 0;
      return moves.map(([row, column], i) => {
        const isBlack = (i + first) % 2 === 0;
        return { ...this.at(row, column), fill: isBlack ? "#1a1a1a" : "#fbfaf6", ink: isBlack ? "#fff" : "#111" };
      });
    },
  },
  watch: {
    picture() {
      this.draw();
      this.pending = null;
    },
    stones(now, before) {
      if (this.sound && Object.keys(now).some((name) => !before[name])) this.knock();
    },
    size() {
      this.row = this.column = Math.ceil(this.size / 2);
      this.over = null;
    },
  },
  mounted() {
    this.draw();
  },
  methods: {
    draw() {
      // as HTML by hand: Vue would make a node of each of its own for a thousand parts
      this.$refs.picture.innerHTML = this.picture;
    },
    name(row, column) {
      return `${COLUMNS[column - 1]}${row}`;
    },
    at(row, column) {
      return { x: this.cell * column, y: this.cell * (this.size + 1 - row) };
    },
    find(event) {
      const box = this.$refs.picture.getBoundingClientRect();
      const unit = box.width / (this.size + 1);
      const column = Math.round((event.clientX - box.left) / unit);
      const row = this.size + 1 - Math.round((event.clientY - box.top) / unit);
      const isOnBoard = row >= 1 && row <= this.size && column >= 1 && column <= this.size;
      return isOnBoard ? { row, column } : null;
    },
    hover(event) {
      if (event.pointerType === "mouse") this.over = this.find(event);
    },
    leave() {
      this.over = null;
    },
    click(event) {
      const found = this.find(event);
      if (!found || !this.playable) return;
      const unit = this.$refs.picture.getBoundingClientRect().width / (this.size + 1);
      const isSame = this.pending && this.pending.row === found.row && this.pending.column === found.column;
      if (this.pointer === "touch" && unit < FINGER && !isSame) {
        this.pending = found; // a finger covers several points: it plays at the second tap
      } else {
        this.choose(found.row, found.column);
      }
    },
    knock() {
      // a short burst of noise through a narrow filter sounds like a stone on wood
      this.audio = this.audio || new AudioContext();
      const rate = this.audio.sampleRate;
      const samples = this.audio.createBuffer(1, rate * 0.06, rate);
      const data = samples.getChannelData(0);
      for (let i = 0; i < data.length; i++) data[i] = (Math.random() * 2 - 1) * Math.exp(-i / (rate * 0.008));
      const filter = new BiquadFilterNode(this.audio, { type: "bandpass", frequency: 1400, Q: 1.2 });
      const source = new AudioBufferSourceNode(this.audio, { buffer: samples });
      source.connect(filter).connect(new GainNode(this.audio, { gain: 0.25 })).connect(this.audio.destination);
      source.start();
      this.$el.dataset.knocks = Number(this.$el.dataset.knocks || 0) + 1;
    },
    choose(row, column) {
      this.pending = null;
      this.row = row;
      this.column = column;
      this.$emit("point", 20 * row + column);
    },
    key(event) {
      if (!this.playable || event.ctrlKey || event.metaKey || event.altKey) return;
      const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] }[event.key];
      const within = (x) => Math.min(this.size, Math.max(1, x));
      if (step) {
        this.row = within(this.row + step[0]);
        this.column = within(this.column + step[1]);
      } else if (event.key === "Enter" || event.key === " ") {
        this.choose(this.row, this.column);
      } else if (event.key === "Escape") {
        event.currentTarget.blur();
      } else {
        return;
      }
      event.preventDefault();
      event.stopPropagation(); // the page has arrow keys of its own
    },
  },
};
