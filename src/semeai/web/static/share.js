// Hands a text file to other programs of the device, or saves it where the browser cannot share files.
export default {
  template: `<span hidden></span>`,
  methods: {
    async share(name, text) {
      const file = new File([text], name, { type: "text/plain" }); // browsers share few types of files
      if (navigator.canShare && navigator.canShare({ files: [file] })) {
        try {
          await navigator.share({ files: [file], title: name });
        } catch (error) {
          if (error.name !== "AbortError") this.save(file); // a person may change their mind
        }
      } else {
        this.save(file);
      }
    },
    save(file) {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(file);
      link.download = file.name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    },
  },
};
