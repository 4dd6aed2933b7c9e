/** A backend for Assay whose device is the Java heap: the smallest that has every part. */
package acme.heap;
