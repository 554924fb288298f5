import { mount } from "svelte";
import App from "./App.svelte";
import { chooseTheme } from "./lib/theme";
import "./styles/base.css";
import "./styles/map.css";
import "./styles/table.css";
import "./styles/home.css";

chooseTheme();
const target = document.getElementById("page");
if (target) mount(App, { target });
