// One import for apps that want all four layers. Apps that keep their features apart from
// their infrastructure import the four modules one by one instead.
@_exported public import Cloud
@_exported public import Core
@_exported public import Database
@_exported public import PostFeatures
