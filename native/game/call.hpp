// A reference to a callable, such as a lambda, of any type.  A function with such a parameter needn't be a template,
// so it is compiled only once.
#pragma once

namespace spiderpos {

// The callable isn't copied, so it must outlive the Call.
template <class... Given>
class Call {
 public:
  template <class Function>
  Call(const Function& function)
      : function_(&function), call_([](const void* target, Given... given) {
          (*static_cast<const Function*>(target))(given...);
        }) {}
  void operator()(Given... given) const { call_(function_, given...); }

 private:
  const void* function_;
  void (*call_)(const void*, Given...);
};

}  // namespace spiderpos
