// A picture with parts to be clicked (data-node); where it is wider than the page it scrolls to what is marked "here".
export default {
  template: `<div class="strip" ref="box" role="img" :aria-label="label" @click="click"></div>`,
  props: { picture: String, label: String },
  watch: {
    picture() {
      this.draw();
    },
  },
  mounted() {
    this.draw();
  },
  methods: {
    draw() {
      const box = this.$refs.box;
      box.innerHTML = this.picture;
      const here = box.querySelector(".here");
      if (!here) return;
      const x = here.cx.baseVal.value;
      const y = here.cy.baseVal.value;
      if (x < box.scrollLeft + 30 || x > box.scrollLeft + box.clientWidth - 30) box.scrollLeft = x - box.clientWidth / 2;
      if (y < box.scrollTop + 15 || y > box.scrollTop + box.clientHeight - 15) box.scrollTop = y - box.clientHeight / 2;
    },
    click(event) {
      const node = event.target.dataset && event.target.dataset.node;
      if (node !== undefined) this.$emit("node", Number(node));
    },
  },
};
