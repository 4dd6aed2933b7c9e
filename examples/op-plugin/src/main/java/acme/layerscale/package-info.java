/** The residual connection with a learned factor for each channel, as a plugin for Assay. */
package acme.layerscale;
