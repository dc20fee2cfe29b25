/**
 * What is sent for a file: its type, tag and compressed forms, and which part of it a request asks for. Begin with
 * {@link io.tellask.web.content.ContentStore}, then {@link io.tellask.web.content.ContentSender}.
 */
@NullMarked
package io.tellask.web.content;

import org.jspecify.annotations.NullMarked;
