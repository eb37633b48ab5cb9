import Foundation

/// Standard output for the answer, standard error for everything else.
enum Console {
    /// Writes an answer and a newline.
    static func answer(_ text: String) {
        FileHandle.standardOutput.write(Data("\(text)\n".utf8))
    }

    /// Writes a warning or an error.
    static func warn(_ text: String) {
        FileHandle.standardError.write(Data("reader: \(text.harmless)\n".utf8))
    }
}
