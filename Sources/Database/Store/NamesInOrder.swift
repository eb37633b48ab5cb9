// All of them sort one kind of array: each kind of sequence that is sorted is a sort of its own in the program.

extension Dictionary where Key == String {
    /// The keys, ascending.
    var namesInOrder: [String] { Array(keys).sorted() }

    /// The entries by ascending keys.
    var inOrderOfNames: [(name: String, value: Value)] {
        namesInOrder.compactMap { name in self[name].map { (name, $0) } }
    }
}

extension Set where Element == String {
    /// The names, ascending.
    var namesInOrder: [String] { Array(self).sorted() }
}
