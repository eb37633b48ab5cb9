public import Foundation

/// The part of a DASH manifest (ISO/IEC 23009-1) that says where the sound of a video is.
///
/// Sites name these files anew from time to time, so their names are read and never guessed. Streams in segments, which are
/// no file, are left out.
///
/// ```swift
/// let manifest = try DASHManifest(parsing: data)
/// let best = manifest.sounds.first?.link(from: video.dash)
/// ```
public struct DASHManifest: Hashable, Sendable {
    /// A stream of sound that is one file.
    public struct Sound: Hashable, Sendable {
        /// The address of the file as the manifest has it, mostly relative to the manifest's own.
        public let address: String
        /// The bits for each second; 0 where the manifest does not say.
        public let bandwidth: Int

        /// The link of the file.
        ///
        /// - Parameter manifest: The link of the manifest.
        /// - Returns: The link, relative to the backend's base where the manifest's is; `nil` for an address that is none
        ///   of a file on the web.
        public func link(from manifest: ResourceLink) -> ResourceLink? {
            // A link of the backend's own host is a path alone.
            let placeholder = "http://host.invalid"
            let base = manifest.isRelative ? placeholder + manifest.text : manifest.text
            guard let url = URL(string: base).flatMap({ URL(string: address, relativeTo: $0)?.absoluteURL }),
                let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), url.host() != nil
            else { return nil }
            let text = url.absoluteString
            guard text.hasPrefix(placeholder + "/") else { return ResourceLink(text, on: manifest.site) }
            return ResourceLink(String(text.dropFirst(placeholder.count)), on: manifest.site)
        }
    }

    /// The streams of sound, the best one first.
    public let sounds: [Sound]

    /// The largest manifest that is read, in bytes.
    public static let maximumBytes = 1 << 20

    /// Parses a manifest.
    ///
    /// - Parameter data: The whole file.
    /// - Throws: ``DataError`` with the code `malformed` for what is no manifest, `tooLarge` for one beyond the limit.
    public init(parsing data: Data) throws(DataError) {
        guard data.count <= Self.maximumBytes else { throw DataError(.tooLarge) }
        guard let text = String(validating: data, as: UTF8.self) else { throw DataError(.malformed) }
        var scanner = Scanner(text)
        guard scanner.scan() else { throw DataError(.malformed) }
        sounds = scanner.sounds.enumerated().sorted {
            ($0.element.bandwidth, -$0.offset) > ($1.element.bandwidth, -$1.offset)
        }.map(\.element)
    }

    /// A reading of the tags from the front: which elements are open, and what was said of them.
    private struct Scanner {
        private struct Element {
            let name: String
            let attributes: [String: String]
            /// The addresses of the elements around it, one behind the other.
            var base: String
            /// Whether it is in segments.
            var isSegmented: Bool
        }

        private(set) var sounds: [Sound] = []
        private var rest: Substring
        private var open: [Element] = []
        private static let maximumDepth = 32

        init(_ text: String) {
            rest = text[...]
        }

        /// Whether the text is a manifest, to its end.
        mutating func scan() -> Bool {
            var isManifest = false
            while let start = rest.firstIndex(of: "<") {
                let text = rest[..<start]
                rest = rest[start...].dropFirst()
                if skip("!--", to: "-->") || skip("?", to: "?>") || skip("!", to: ">") { continue }
                guard let end = endOfTag() else { return false }
                let tag = rest[..<end]
                rest = rest[end...].dropFirst()
                if tag.first == "/" {
                    guard close(Self.name(of: tag.dropFirst()), text) else { return false }
                    if open.isEmpty { return isManifest }
                    continue
                }
                let isEmpty = tag.last == "/"
                let name = Self.name(of: tag)
                if open.isEmpty {
                    guard name == "MPD" else { return false }
                    isManifest = true
                }
                guard begin(name, Self.attributes(in: tag)) else { return false }
                if isEmpty {
                    guard close(name, "") else { return false }
                    if open.isEmpty { return true }
                }
            }
            return false
        }

        private mutating func begin(_ name: String, _ attributes: [String: String]) -> Bool {
            guard open.count < Self.maximumDepth else { return false }
            // A `SegmentBase` only says where in the one file its index is.
            if ["SegmentTemplate", "SegmentList"].contains(name), let last = open.indices.last {
                open[last].isSegmented = true
            }
            open.append(
                Element(
                    name: name, attributes: attributes, base: open.last?.base ?? "",
                    isSegmented: open.last?.isSegmented ?? false))
            return true
        }

        private mutating func close(_ name: String, _ text: Substring) -> Bool {
            guard let element = open.popLast(), element.name == name else { return false }
            switch name {
            case "BaseURL":
                guard let last = open.indices.last else { return false }
                let address = Self.unescaped(text.split(whereSeparator: \.isWhitespace).joined())
                // The first one counts; the others are copies elsewhere.
                if open[last].base == (open.dropLast().last?.base ?? "") {
                    open[last].base = Self.joined(open[last].base, address)
                }
            case "Representation":
                let set = open.last?.attributes ?? [:]
                let type = element.attributes["mimeType"] ?? set["mimeType"] ?? ""
                let isSound = type.hasPrefix("audio/") || type.isEmpty && set["contentType"] == "audio"
                if isSound, !element.isSegmented, !element.base.isEmpty, !element.base.hasSuffix("/") {
                    let bandwidth = element.attributes["bandwidth"].flatMap(Int.init) ?? 0
                    sounds.append(Sound(address: element.base, bandwidth: bandwidth))
                }
            default: break
            }
            return true
        }

        private static func joined(_ base: String, _ address: String) -> String {
            let isWhole = address.contains("://") || address.hasPrefix("/") || base.isEmpty
            if isWhole { return address }
            return base.hasSuffix("/") ? base + address : address
        }

        // MARK: Tags

        /// Skips a part that is no element, where one begins here.
        private mutating func skip(_ beginning: String, to end: String) -> Bool {
            guard rest.hasPrefix(beginning) else { return false }
            rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? rest[rest.endIndex...]
            return true
        }

        /// The place of the bracket that ends a tag; one within quotes does not.
        private func endOfTag() -> Substring.Index? {
            var quote: Character?
            for index in rest.indices {
                let character = rest[index]
                if let open = quote {
                    if character == open { quote = nil }
                } else if character == "\"" || character == "'" {
                    quote = character
                } else if character == ">" {
                    return index
                }
            }
            return nil
        }

        /// The name of an element without the prefix of its namespace.
        private static func name(of tag: Substring) -> String {
            let name = tag.prefix { !$0.isWhitespace && $0 != "/" }
            return String(name.split(separator: ":").last ?? "")
        }

        private static func attributes(in tag: Substring) -> [String: String] {
            var attributes: [String: String] = [:]
            var rest = tag.drop { !$0.isWhitespace }
            while let equals = rest.firstIndex(of: "=") {
                let name = rest[..<equals].split(whereSeparator: \.isWhitespace).last.map(String.init)
                let value = rest[equals...].dropFirst().drop(while: \.isWhitespace)
                guard let name, let quote = value.first, quote == "\"" || quote == "'" else { break }
                let text = value.dropFirst().prefix { $0 != quote }
                attributes[name] = unescaped(String(text))
                rest = value[text.endIndex...].dropFirst()
            }
            return attributes
        }

        private static func unescaped(_ text: String) -> String {
            text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
                .replacing("&apos;", with: "'").replacing("&amp;", with: "&")
        }
    }
}
