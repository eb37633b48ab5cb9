public import Core
public import Foundation

/// A form of texts and files, encoded as `multipart/form-data` byte for byte as browsers do.
///
/// The encoding is the one of the HTML standard ("multipart/form-data encoding algorithm") over RFC 7578: everything in
/// UTF-8; in names and filenames `"`, CR and LF become `%22`, `%0D` and `%0A`, and nothing else is changed, so
/// `filename*` is never used (RFC 7578, section 4.2, forbids it); line ends of names and texts become CRLF.
public struct MultipartForm: Sendable, Hashable {
    private enum Content: Sendable, Hashable {
        case text(String)
        case file(MultipartFile)
    }

    private struct Part: Sendable, Hashable {
        var name: String
        var content: Content
    }

    private var parts: [Part] = []

    /// Creates an empty form.
    public init() {}

    /// The number of texts and files.
    package var count: Int { parts.count }

    /// Adds a text.
    ///
    /// - Parameters:
    ///   - text: The text; its line ends are sent as CRLF.
    ///   - name: The name of the field; several may have one name.
    public mutating func add(_ text: String, as name: String) {
        parts.append(Part(name: name, content: .text(text)))
    }

    /// Adds a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: The name of the field; several files usually have one name.
    public mutating func add(_ file: MultipartFile, as name: String) {
        parts.append(Part(name: name, content: .file(file)))
    }

    /// Encodes the form with a boundary of its own.
    ///
    /// - Parameter random: The source of the boundary; the registered one by default, else the system's.
    /// - Returns: The body.
    /// - Throws: `DataError` with the code `invalidInput` for a type of a file that is none.
    public func encoded(
        random: any RandomSource = Dependency.resolve((any RandomSource).self, default: SystemRandomSource())
    ) throws(DataError) -> MultipartBody {
        while true {
            let digits = [random.next(), random.next()].map { String($0, radix: 16).zeroPadded(to: 16) }
            let boundary = "lantern-" + digits.joined()
            // With 128 random bits this is never so; with a source that a test wrote it may be.
            if !occurs(boundary) { return try encoded(boundary: boundary) }
        }
    }

    /// Encodes the form.
    ///
    /// - Parameter boundary: What divides the parts: 1 to 70 of the characters that RFC 2046 allows.
    /// - Returns: The body.
    /// - Throws: `DataError` with the code `invalidInput` for a boundary that is none or that occurs in the form, and
    ///   for a type of a file that is none.
    package func encoded(boundary: String) throws(DataError) -> MultipartBody {
        guard Self.isBoundary(boundary) else {
            throw DataError(
                .invalidInput, message: "A boundary is 1 to 70 letters, digits and signs, without a blank at its end.")
        }
        guard !occurs(boundary) else {
            throw DataError(.invalidInput, message: "The boundary occurs in the form. Choose another one.")
        }
        var data = Data()
        for part in parts {
            data += Data("--\(boundary)\r\n".utf8)
            data += try Data(head(of: part).utf8)
            switch part.content {
            case .text(let text): data += Data(Self.withLineEnds(text).utf8)
            case .file(let file): data += file.data
            }
            data += Data("\r\n".utf8)
        }
        data += Data("--\(boundary)--\r\n".utf8)
        return MultipartBody(boundary: boundary, data: data)
    }

    private func head(of part: Part) throws(DataError) -> String {
        let disposition = "Content-Disposition: form-data; name=\"\(Self.escaped(Self.withLineEnds(part.name)))\""
        guard case .file(let file) = part.content else { return disposition + "\r\n\r\n" }
        let type = file.contentType
        guard type.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), type.split(separator: "/").count == 2,
            type.first != "/", type.last != "/"
        else { throw DataError(.invalidInput, message: "The type of a file is like image/jpeg, in ASCII.") }
        return disposition + "; filename=\"\(Self.escaped(file.filename))\"\r\nContent-Type: \(type)\r\n\r\n"
    }

    /// Whether a boundary occurs in what is sent, where a careless server might take it for one.
    private func occurs(_ boundary: String) -> Bool {
        let needle = Data(boundary.utf8)
        return parts.contains { part in
            switch part.content {
            case .text(let text): part.name.contains(boundary) || Data(text.utf8).range(of: needle) != nil
            case .file(let file):
                part.name.contains(boundary) || file.filename.contains(boundary) || file.data.range(of: needle) != nil
            }
        }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        // By scalars: CR and LF together are one `Character` that is neither.
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "%22"
            case "\r": result += "%0D"
            case "\n": result += "%0A"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func withLineEnds(_ text: String) -> String {
        var result = ""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if previous == "\r", scalar != "\n" { result.unicodeScalars.append("\n") }
            if scalar == "\n", previous != "\r" { result.unicodeScalars.append("\r") }
            result.unicodeScalars.append(scalar)
            previous = scalar
        }
        if previous == "\r" { result.unicodeScalars.append("\n") }
        return result
    }

    private static func isBoundary(_ text: String) -> Bool {
        let signs = "'()+_,-./:=? "
        return (1...70).contains(text.utf8.count) && text.last != " "
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: signs.utf8.contains(byte)
                }
            }
    }
}

/// A file in a ``MultipartForm``.
public struct MultipartFile: Sendable, Hashable {
    /// The file name that is sent to the server: any text, such as `Фото.jpg`.
    package var filename: String
    /// The content type; `application/octet-stream` by default.
    package var contentType: String
    /// The bytes of the file.
    package var data: Data

    /// Creates a file.
    ///
    /// - Parameters:
    ///   - filename: The file name that is sent to the server.
    ///   - contentType: Its media type, such as `image/jpeg`.
    ///   - data: Its bytes.
    public init(filename: String, contentType: String = "application/octet-stream", data: Data) {
        self.filename = filename
        self.contentType = contentType
        self.data = data
    }
}

/// The body of a request that an encoded ``MultipartForm`` makes.
public struct MultipartBody: Sendable, Hashable {
    /// The boundary between the parts.
    package let boundary: String
    /// The bytes.
    package let data: Data

    init(boundary: String, data: Data) {
        self.boundary = boundary
        self.data = data
    }

    /// The value of the header `Content-Type`.
    package var contentType: String {
        // In quotes where a character needs them (RFC 2046, section 5.1.1), and only there: some servers know no
        // quotes.
        let isToken = boundary.utf8.allSatisfy { !"()/:,=? ".utf8.contains($0) }
        return "multipart/form-data; boundary=" + (isToken ? boundary : "\"\(boundary)\"")
    }

    /// A request that sends the form.
    ///
    /// - Parameter request: The request to attach it to, with its other headers.
    /// - Returns: The request with the body and its type; a POST, unless it is a PUT.
    public func attached(to request: NetworkRequest) -> NetworkRequest {
        var request = request
        if request.method != .put { request.method = .post }
        request.headers = request.headers.filter { $0.key.lowercased() != "content-type" }
        request.headers["Content-Type"] = contentType
        request.body = data
        return request
    }
}
