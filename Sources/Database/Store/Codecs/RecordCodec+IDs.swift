extension RecordCodec {
    /// Appends an id's JSON, as it stands in a delete line, from its key.
    ///
    /// - Parameters:
    ///   - key: The id as the order of ids has it.
    ///   - bytes: Takes the JSON.
    /// - Returns: Whether the key says it; else only the record does.
    func encodeID(of key: SortKey, to bytes: inout [UInt8]) -> Bool {
        let start = bytes.count
        switch IndexKey(key) {
        case .integer(let number): bytes.append(contentsOf: "\(number)".utf8)
        case .text(let text):
            var buffer = JSONBuffer()
            buffer.append(text)
            bytes.append(contentsOf: buffer.bytes)
        default: return false
        }
        if Record.ID.self == Int.self || Record.ID.self == Int64.self || Record.ID.self == String.self { return true }
        // Whatever the id's type makes of it: what is read as this id deletes its record.
        let isSame = bytes.withUnsafeBytes { bytes in
            // An id that is written in another way cannot be read from this, and its record says it.
            (try? decodeID(UnsafeRawBufferPointer(rebasing: bytes[start...]))).map { SortKey($0) == key } ?? false
        }
        if !isSame { bytes.removeSubrange(start...) }
        return isSame
    }
}
