// The counting reporter in the form in which mocha's command line loads one.
import Mocha from "mocha";
import { countingReporter } from "./countingReporter.ts";

const reporter = countingReporter(Mocha);

export { reporter as default };
