import Foundation

/// Reads forms of several parts (RFC 7578).
struct MultipartReader: Sendable {
    private let boundary: Data

    /// A reader for a content type; nil for one that is not `multipart/form-data` with a boundary.
    init?(contentType: String) {
        let words = contentType.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
        guard words.first?.lowercased() == "multipart/form-data" else { return nil }
        let value = words.dropFirst().first { $0.lowercased().hasPrefix("boundary=") }?.dropFirst(9)
        guard let boundary = value.map(Self.unquoted), (1...70).contains(boundary.utf8.count) else { return nil }
        self.boundary = Data("--\(boundary)".utf8)
    }

    /// Returns the parts in their order; nil for a body that is cut or no such form.
    func parts(of body: Data) -> [CommunityRequest.Part]? {
        // What stands before the first boundary is no part.
        guard let first = body.range(of: boundary) else { return nil }
        var position = first.upperBound
        let lineEnd = Data("\r\n".utf8)
        let separator = lineEnd + boundary
        var parts: [CommunityRequest.Part] = []
        while true {
            if body[position...].starts(with: Data("--".utf8)) { return parts }
            guard body[position...].starts(with: lineEnd) else { return nil }
            position += 2
            guard let next = body.range(of: separator, in: position..<body.endIndex),
                let part = Self.part(body[position..<next.lowerBound])
            else { return nil }
            parts.append(part)
            position = next.upperBound
        }
    }

    /// Headers, an empty line and the content.
    private static func part(_ data: Data) -> CommunityRequest.Part? {
        guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
        var headers: [String: String] = [:]
        for line in String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let name = line[..<colon].lowercased()
            headers[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let disposition = headers["content-disposition"], disposition.lowercased().hasPrefix("form-data"),
            let name = value("name", of: disposition)
        else { return nil }
        return CommunityRequest.Part(
            name: name, fileName: value("filename", of: disposition), contentType: headers["content-type"],
            data: Data(data[end.upperBound...]))
    }

    /// The value of a parameter such as `name="files"`.
    private static func value(_ name: String, of header: String) -> String? {
        for word in header.split(separator: ";").dropFirst() {
            let word = word.trimmingCharacters(in: .whitespaces)
            if word.lowercased().hasPrefix(name + "=") { return unquoted(word.dropFirst(name.count + 1)) }
        }
        return nil
    }

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
        return String(text.dropFirst().dropLast())
    }
}
